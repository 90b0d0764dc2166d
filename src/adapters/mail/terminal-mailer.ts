import type { Mail, Mailer } from '../../domain/people/mailer.ts'

/** Shows each mail on the terminal: on one machine the person who asks is the one who sees it. */
export class TerminalMailer implements Mailer {
  readonly #write: (text: string) => void

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  send({ to, subject, text }: Mail): void {
    const lines = text.trimEnd().split('\n')
    this.#write(
      [
        '',
        `  Mail to ${to}: ${subject}`,
        '',
        ...lines.map((line) => (line === '' ? '' : `  | ${line}`)),
        '',
        '',
      ].join('\n'),
    )
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}
