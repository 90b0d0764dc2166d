import type { WrittenId } from './written-id.ts'

/** What an id in a text turned out to be. */
export interface FoundId {
  /** As the module writes it, or, where it is not known, in the form of the module's ids. */
  id: string
  known: boolean
  /** Tokens it takes up. */
  length: number
  /** Where it went, if the id is an older edition's: ids of the edition in force, none where it was withdrawn. */
  movedTo?: readonly string[]
  /** Might be anything else as well: counts only where the rest of the text speaks for it. */
  unsure?: true
  /** In the form of many laws' and documents' ids: `Art. 6`, `clause 7.4`. */
  generic?: true
  /** An article with a point, or a number of three parts and more: prose hardly has any. */
  isDeep?: true
  /** Behind others in a text that are of another law or paper, so that it may be of that too. */
  doubted?: true
  /** A mere number: its place must speak for it too, the more where it is short, as decimals are ("8.2"). */
  bare?: 'telling' | 'short'
  /** A code with letters that no id of the framework has: its list must speak for it. */
  foreign?: true
  /** A number of a chapter far behind the last one: the same. */
  far?: true
  /** A paragraph or point behind the last that its article has, so that it is no other framework's article that is named. */
  isBeyond?: true
  /** What is written is a point of the id. */
  isPoint?: true
  /** A number that ends in the letter that all of the framework's numbers end in: `3.8.1e`. */
  hasOwnEnding?: true
  /** As it was read; told where a text is weighed. */
  written?: WrittenId
}
