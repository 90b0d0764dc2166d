import { parentPort } from 'node:worker_threads'
import { get_encoding } from 'tiktoken'

/** One request to the worker: texts to count, and the number of tokens in all above which counting may stop. */
export interface CountRequest {
  id: number
  texts: readonly string[]
  stopAbove: number
}

export interface CountReply {
  id: number
  counts: number[]
}

const encoding = get_encoding('o200k_base')

// Byte-pair merging is quadratic in one unbroken run, so runs are cut first; on prose this changes no count.
const RUN_END = /[\p{L}\p{M}']{128}|\s{128}|[^\s\p{L}\p{N}]{128}|[\r\n/]{128}/gu
const PIECE = 32_768

/** Pieces end before a space where they can: words take the space before them along, so nothing is counted apart. */
function pieceEnd(text: string, start: number, to: number): number {
  if (to - start <= PIECE) return to
  const space = text.lastIndexOf(' ', start + PIECE)
  return space > start ? space : start + PIECE
}

function count(text: string, stopAbove: number): number {
  let tokens = 0
  const add = (from: number, to: number): boolean => {
    for (let start = from, end = from; start < to && tokens <= stopAbove; start = end) {
      end = pieceEnd(text, start, to)
      // Not `encode`: it throws on texts such as <|endoftext|>, which a caller may well write.
      tokens += encoding.encode_ordinary(text.slice(start, end)).length
    }
    return tokens <= stopAbove
  }
  let last = 0
  for (const run of text.matchAll(RUN_END)) {
    const end = run.index + run[0].length
    if (!add(last, end)) return tokens
    last = end
  }
  add(last, text.length)
  return tokens
}

const port = parentPort
if (!port) throw new Error('this file runs as a worker thread')
port.on('message', ({ id, texts, stopAbove }: CountRequest) => {
  let left = stopAbove
  const counts: number[] = []
  for (const text of texts) {
    const tokens = count(text, left)
    counts.push(tokens)
    left -= tokens
    if (left < 0) break
  }
  const reply: CountReply = { id, counts }
  port.postMessage(reply)
})
