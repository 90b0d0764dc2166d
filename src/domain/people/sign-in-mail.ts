import type { Mail } from './mailer.ts'

/** The mail that signs a person in: the code in two halves that are read easily, and the link on a line of its own. */
export function signInMail({
  to,
  code,
  link,
  minutes,
}: {
  to: string
  code: string
  link: string
  minutes: number
}): Mail {
  const halves = `${code.slice(0, 4)} ${code.slice(4)}`
  return {
    to,
    subject: `Your sign-in code: ${halves}`,
    text: `Type this code where you asked for it:

    ${halves}

Or open this link and press the button there:

    ${link}

Both end after ${minutes} minutes, or as soon as one of them is used.

You did not ask for this? Then somebody typed your address by mistake. Nothing happens unless the code or the link is
used, so do not pass them on.
`,
  }
}
