/** Loaded into a service before it starts: a signal makes a fault that nobody catches, with words that the environment has. */
const { FAULT, FAULT_WORDS = '' } = process.env

process.on('SIGUSR2', () => {
  const fault = new Error(FAULT_WORDS, { cause: FAULT_WORDS })
  if (FAULT === 'thrown') throw fault
  if (FAULT === 'rejected') void Promise.reject(fault)
  if (FAULT === 'memory') fillMemory()
})

function fillMemory(): never {
  const kept: string[][] = []
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => `${FAULT_WORDS} ${kept.length} ${index}`))
}
