import { cachedAnswer, type Caching, type Handler } from '../cached/cached-answer.ts'
import { Representation } from '../cached/representation.ts'

export const HTML = 'text/html; charset=utf-8'

/**
 * Answers that are the same for everybody: each is made when it is first asked for, and kept. There are as many as there are paths of the
 * front door and frameworks in the registry. With its compressed twins one takes some 30 KB, that of a framework with a thousand controls
 * 200 KB, and those of 66 frameworks together 2.5 MB.
 */
export class KeptAnswers {
  readonly #caching: Caching
  readonly #made = new Map<string, Promise<Handler>>()

  constructor(caching: Caching) {
    this.#caching = caching
  }

  /** The answer under a path that is known to be one of ours, its text made where this is the first time. */
  get(path: string, contentType: string, make: () => string | Promise<string>): Promise<Handler> {
    const kept = this.#made.get(path)
    if (kept) return kept
    const made = this.#make(contentType, make)
    this.#made.set(path, made)
    // What failed is tried again.
    made.catch(() => this.#made.delete(path))
    return made
  }

  async #make(contentType: string, make: () => string | Promise<string>): Promise<Handler> {
    return cachedAnswer(new Representation(await make()), contentType, this.#caching)
  }
}
