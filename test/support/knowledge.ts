import { loadKnowledge, type Knowledge } from '../../src/knowledge.ts'

let shared: Promise<Knowledge> | undefined

/** The knowledge that the services of this worker share: what one has needed of it is ready for the next, and nothing changes it. */
export function sharedKnowledge(): Promise<Knowledge> {
  shared ??= readKnowledge()
  return shared
}

/** The knowledge read anew, as a process does that starts: nothing in it has been asked for yet. */
export function readKnowledge(): Promise<Knowledge> {
  return loadKnowledge()
}
