import { describe, expect, it } from 'vitest';
import { fakeCharacter } from '#/shared/test/fakes';
import { carouselAddresses, mediaAddressesOf, mediaKind } from './media';

// rule catalogue-media-kind
describe('mediaKind', () => {
  it.each([
    ['a.jpg', 'image'],
    ['a.JPEG', 'image'],
    ['/x/a.png?size=2', 'image'],
    ['a.gif#t', 'image'],
    ['a.webp', 'image'],
    ['a.mp4', 'video'],
    ['https://m.example/a.mov', 'video'],
    ['a.avi', 'video'],
    ['a.WebM', 'video'],
    ['a.svg', 'unknown'],
    ['a.mp4.txt', 'unknown'],
    ['video', 'unknown'],
    ['', 'unknown'],
  ])('%s is %s', (address, kind) => expect(mediaKind(address)).toBe(kind));
});

describe('carouselMedia', () => {
  it('reads addresses and objects that hold one', () => {
    expect(carouselAddresses('["/a.png",{"file":"/b.mp4"},{"url":"/c.webp"}]')).toEqual([
      '/a.png',
      '/b.mp4',
      '/c.webp',
    ]);
  });
  it('drops duplicates', () => {
    expect(carouselAddresses('["/a.png","/b.png","/a.png"]')).toEqual(['/a.png', '/b.png']);
  });
  // rule catalogue-carousel
  it.each(['', 'not json', '{}', 'null', '[1,null,{"file":2}]'])('finds nothing in %j', (text) =>
    expect(carouselAddresses(text)).toEqual([]),
  );
});

describe('mediaOf', () => {
  const carousel = '["/a.png","/b.png"]';
  // rule catalogue-carousel
  it('is the carousel only when that is the default and it has pictures', () => {
    const mediaFrom = (default_media_type: string, carousel_media: string) =>
      mediaAddressesOf(fakeCharacter({ default_media_type, carousel_media }));
    const singleAddress = [fakeCharacter().assert.file];
    expect(mediaFrom('carousel', carousel)).toEqual(['/a.png', '/b.png']);
    expect(mediaFrom('carousel', '[]')).toEqual(singleAddress);
    expect(mediaFrom('image', carousel)).toEqual(singleAddress);
  });
});
