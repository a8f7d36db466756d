/** Address of the picture of a category's ground, the pattern behind its portraits. */
export function categoryGroundAddress(category: string): string {
  const id = category
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');
  return `/portraits/ground-${id}.webp`;
}
