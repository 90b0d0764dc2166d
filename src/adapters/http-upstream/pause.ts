import type { EarlyEndSignal } from '../../domain/early-end.ts'

/**
 * Waits so many milliseconds.
 * @throws the signal's reason, as soon as it is aborted
 */
export function pause(milliseconds: number, signal: EarlyEndSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', leave, { once: true })
  })
}
