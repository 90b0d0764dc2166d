import { endProcess } from './end-process.ts'
import type { LogDestination } from './log-destination.ts'
import type { RequestLog } from './request-log.ts'

/**
 * Ends the process at a fault that nobody caught, once the running calls are told and its line is out. The default would print the
 * error whole, message included, and a message may quote a caller.
 */
export class FaultEnd {
  /** What is done for the running calls first; nothing as long as there can be none. */
  endCalls: () => Promise<void> = () => Promise.resolve()
  #happened = false

  /** Whether the process is ending because of a fault, however else it may end meanwhile. */
  get happened(): boolean {
    return this.#happened
  }

  /** Catches what nobody else does. Only the first fault is logged and acted on: what follows it mostly follows from it. */
  watch(log: RequestLog, output: LogDestination): void {
    for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(fault, (cause: unknown) => {
        if (this.#happened) return
        this.#happened = true
        try {
          log.fault(fault, cause)
        } catch {
          // What was thrown cannot even be described.
        }
        void this.#end(output)
      })
    }
  }

  async #end(output: LogDestination): Promise<never> {
    await this.endCalls().catch(() => undefined)
    return endProcess(1, output)
  }
}
