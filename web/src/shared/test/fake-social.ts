import { HttpResponse, http } from 'msw';
import type { ActivityEvent, Comment, Profile } from '../api/types';
import { fakeComment, fakeProfile } from './fakes';
import { server } from './server';

type Answer = () => Response | Promise<Response>;

/** The data of the fake server and the requests it received. */
interface FakeSocial {
  profile: Profile;
  comments: Comment[];
  activity: ActivityEvent[];
  /** Answers to the changes of each kind. A change without one succeeds. */
  answers: Partial<
    Record<'like' | 'follow' | 'post' | 'likeComment' | 'delete' | 'report', Answer>
  >;
  changeRequests: { kind: string; id: string; body: unknown }[];
  /** The cursor `lastItemRef` of each request for comments; empty for the first page. */
  pageCursors: string[];
}

function createReadHandlers(state: FakeSocial) {
  return [
    http.get('*/api/profile/:id', () => HttpResponse.json(state.profile)),
    http.get('*/api/profile/:id/activity', () => HttpResponse.json({ data: state.activity })),
    http.get('*/api/profile/:id/comments', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const from = searchParams.get('lastItemRef') ?? '';
      state.pageCursors.push(from);
      const limit = Number(searchParams.get('limit'));
      const start = from === '' ? 0 : Number(from);
      const hasMore = state.comments.length > start + limit;
      return HttpResponse.json({
        comments: state.comments.slice(start, start + limit),
        hasMore,
        lastItemRef: hasMore ? String(start + limit) : '',
      });
    }),
  ];
}

/** A server with Ada's profile and comments, newest first. */
export function fakeSocial(over: Partial<FakeSocial> = {}): FakeSocial {
  const state: FakeSocial = {
    profile: fakeProfile(),
    comments: [],
    activity: [],
    answers: {},
    changeRequests: [],
    pageCursors: [],
    ...over,
  };
  const recordingHandler =
    (kind: keyof FakeSocial['answers'], otherwise: (id: string, body: unknown) => object) =>
    async ({ request, params }: { request: Request; params: Record<string, unknown> }) => {
      const body: unknown = await request.json().catch(() => null);
      const id = String(params['id']);
      state.changeRequests.push({ kind, id, body });
      return state.answers[kind]?.() ?? HttpResponse.json(otherwise(id, body));
    };
  const of = (body: unknown) => body as Record<string, unknown>;
  server.use(
    ...createReadHandlers(state),
    http.post(
      '*/api/profile/:id/like',
      recordingHandler('like', (_, body) => {
        const isLiked = of(body)['liked'] === true;
        state.profile = {
          ...state.profile,
          is_liked: isLiked,
          user_actions: { ...state.profile.user_actions, is_liked: isLiked },
          stats: { ...state.profile.stats, likes: 41 },
        };
        return { is_liked: isLiked, like_count: 41 };
      }),
    ),
    http.post(
      '*/api/profile/:id/follow',
      recordingHandler('follow', (_, body) => ({
        is_following: of(body)['following'],
        follower_count: 17,
      })),
    ),
    http.post(
      '*/api/profile/:id/comments',
      recordingHandler('post', (_, body) =>
        fakeComment(`made${state.changeRequests.length}`, {
          comment: String(of(body)['comment']),
          parent_comment_id: of(body)['parent_comment_id'] as string | null,
          user: { name: 'mirela', avatar: null },
          is_own: true,
        }),
      ),
    ),
    http.post(
      '*/api/comments/:id/like',
      recordingHandler('likeComment', (_, body) => ({
        is_liked: of(body)['liked'],
        like_count: 12,
      })),
    ),
    http.post(
      '*/api/comments/:id/report',
      recordingHandler('report', () => ({ success: true, ticket: 'R-7' })),
    ),
    http.delete(
      '*/api/comments/:id',
      recordingHandler('delete', () => ({ success: true })),
    ),
  );
  return state;
}

/** Returns `count` comments, newest first. */
export function manyComments(count: number): Comment[] {
  return Array.from({ length: count }, (_, at) => fakeComment(`c${at + 1}`));
}
