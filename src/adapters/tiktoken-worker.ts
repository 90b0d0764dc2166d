import { get_encoding } from 'tiktoken'

const encoding = get_encoding('o200k_base')

// Byte-pair merging is quadratic in one unbroken run, so runs are cut first; on prose this changes no count.
const RUN_END = /[\p{L}\p{M}']{128}|\s{128}|[^\s\p{L}\p{N}]{128}|[\r\n/]{128}/gu

/** Runs as a worker of the tokenizer's pool: tokens of each piece by itself. */
export default function countTokens(pieces: readonly string[]): number[] {
  return pieces.map((piece) => {
    let tokens = 0
    let last = 0
    for (const run of piece.matchAll(RUN_END)) {
      const end = run.index + run[0].length
      tokens += tokensOf(piece.slice(last, end))
      last = end
    }
    return tokens + tokensOf(piece.slice(last))
  })
}

function tokensOf(text: string): number {
  // Not `encode`: it throws on texts such as <|endoftext|>, which a caller may well write.
  return text === '' ? 0 : encoding.encode_ordinary(text).length
}
