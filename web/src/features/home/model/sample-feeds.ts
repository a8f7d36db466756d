import type { FeedArticle } from '#/shared/api/types';

/** The built-in articles, shown if fetching fails (rule home-feed-sample). */
export const sampleFeeds: FeedArticle[] = [
  {
    id: 1,
    title: 'How to argue with a queen and keep your head',
    subtitle: 'Cleopatra, Elizabeth and Hatshepsut do not lose arguments. They end audiences.',
    description: 'Three openings that work on Cleopatra, and the one that ends the audience.',
    imageUrl: '/portraits/scene-how-to-argue-with-a-queen.webp',
    imageAlt: 'Cleopatra and Elizabeth I, engraved in profile, facing each other',
    url_slug: 'how-to-argue-with-a-queen',
    date: '2026-11-10',
  },
  {
    id: 2,
    title: 'Eleven questions the Lighthouse Keeper will not answer',
    subtitle: 'We asked about the ship. He offered us soup.',
    description: 'A study in changing the subject, conducted over four evenings and one power cut.',
    imageUrl: '/portraits/scene-eleven-questions-for-the-lighthouse-keeper.webp',
    imageAlt: 'A lamp, struck as a medal',
    url_slug: 'eleven-questions-for-the-lighthouse-keeper',
    date: '2026-10-27',
  },
  {
    id: 3,
    title: 'What Einstein says when you disagree with him',
    subtitle: 'He thanks you, then asks how you would test it. Bring a pencil.',
    description:
      'He thanks you, then asks how you would test it. On patents, trains, quantum mechanics and a friend who would not let go.',
    imageUrl: '/portraits/scene-when-you-disagree-with-einstein.webp',
    imageAlt: 'Albert Einstein and Isaac Newton, engraved in profile, facing each other',
    url_slug: 'when-you-disagree-with-einstein',
    date: '2026-10-12',
  },
  {
    id: 4,
    title: 'The letters nobody meant to publish',
    subtitle: 'On reading other people’s post, and then talking to them about it',
    description:
      'Dickinson, Kafka, van Gogh and Mozart wrote letters for one reader each. We have all read them. Do we mention it?',
    imageUrl: '/portraits/scene-letters-nobody-meant-to-publish.webp',
    imageAlt: 'Emily Dickinson and Wolfgang Amadeus Mozart, engraved in profile, facing each other',
    url_slug: 'letters-nobody-meant-to-publish',
    date: '2026-09-18',
  },
  {
    id: 5,
    title: 'A short history of talking to the dead',
    subtitle: 'Eighteen hundred years of made-up conversations, and why we go on making them',
    description:
      'From Lucian’s ferry to a table in upstate New York: people have always interviewed the dead. The dead have always been good copy.',
    imageUrl: '/portraits/scene-a-short-history-of-talking-to-the-dead.webp',
    imageAlt: 'Marcus Aurelius and Ada Lovelace, engraved in profile, facing each other',
    url_slug: 'a-short-history-of-talking-to-the-dead',
    date: '2026-08-22',
  },
];
