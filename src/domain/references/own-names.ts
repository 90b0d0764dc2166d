/** What is known of the names of the frameworks in question. */
export interface OwnNames {
  /** Whether one begins at a place behind an id. */
  beginsAt: (at: number) => boolean
  /** Whether one ends right before a place. */
  endsAt: (at: number) => boolean
  /** Whether a word stands in one. */
  has: (word: string) => boolean
}
