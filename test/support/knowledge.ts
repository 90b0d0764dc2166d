import { TiktokenTokenizer } from '../../src/adapters/tiktoken-tokenizer.ts'
import { loadKnowledge, type Knowledge } from '../../src/knowledge.ts'

let shared: Promise<Knowledge> | undefined

/** The knowledge that the services of this worker share: reading it takes longer than most tests, and nothing changes it. */
export function sharedKnowledge(): Promise<Knowledge> {
  shared ??= readKnowledge()
  return shared
}

/** The knowledge read anew, as a process does that starts: nothing in it has been asked for yet. */
export async function readKnowledge(): Promise<Knowledge> {
  const tokenizer = new TiktokenTokenizer()
  try {
    return await loadKnowledge(tokenizer)
  } finally {
    await tokenizer.close()
  }
}
