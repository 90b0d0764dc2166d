// Runs before the first paint, so that a dark page never flashes light. A classic script: modules come too late.
;(() => {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const show = (): void => {
    document.documentElement.classList.toggle('dark', system.matches)
  }
  show()
  system.addEventListener('change', show)
})()
