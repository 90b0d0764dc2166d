/** A run of characters that are no letter, number or dot, with the dots around it. */
const BETWEEN = /[^\p{L}\p{N}]*[^\p{L}\p{N}.][^\p{L}\p{N}]*/gu

/**
 * An id as an OSCAL token, by the pattern of `TokenDatatype` in OSCAL's schema: `Art. 21(2)(d)` is `art-21-2-d`, `A.5.20` is `a.5.20`,
 * and `1.1` is `_1.1`, because a token begins with a letter or an underscore. Different ids may come to the same: `Tokens` tells them
 * apart.
 */
export function oscalToken(id: string): string {
  const token = id
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(BETWEEN, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
  return /^\p{L}/u.test(token) ? token : `_${token}`
}

/**
 * The tokens of one document, each given to one id. Of ids that come to the same token, the first that is asked for has it, and the
 * others have `_2`, `_3` behind it: a token of an id alone has no underscore but at its beginning, so no other id comes to that.
 */
export class Tokens {
  readonly #byId = new Map<string, string>()
  readonly #times = new Map<string, number>()

  /** `ids` come first, in their order: they have the same tokens in every document. */
  constructor(ids: readonly string[]) {
    for (const id of ids) this.of(id)
  }

  of(id: string): string {
    return this.#byId.get(id) ?? this.#give(id)
  }

  #give(id: string): string {
    const plain = oscalToken(id)
    const times = (this.#times.get(plain) ?? 0) + 1
    this.#times.set(plain, times)
    const token = times === 1 ? plain : `${plain}_${times}`
    this.#byId.set(id, token)
    return token
  }
}
