/** Loaded into a service before it starts: a signal makes a fault that nobody catches. */
process.on('SIGUSR2', () => {
  throw new Error('of-a-caller')
})
