/** A mail of the service: plain text, one recipient. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mails, or shows them where no mail leaves the machine. */
export interface Mailer {
  /** Hands a mail on and answers at once: nobody learns from the time whether one left. What fails is logged, without the address. */
  send(mail: Mail): void
  close(): Promise<void>
}
