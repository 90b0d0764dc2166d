/** The end of a message about an id that does not exist: ` Did you mean a, b?`, or nothing where no id is near. */
export function didYouMean(near: readonly string[]): string {
  return near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''
}
