import { chunk, completion, json, sse, stream, type Answer } from '../support/upstream-server.ts'
import { formOf } from './console-exits.ts'
import { HANGING, SAID } from './exits.ts'
import { MARKS, pageOutcome, type Exit } from './marked.ts'
import { ADA, signedIn } from './sign-in-exits.ts'

const PATH = '/console/playground'

/** A question that the upstream answers like this. */
const asked = (
  name: string,
  end: string,
  path: '' | '/price' | '/answer',
  { answer = json(completion(SAID)), ...fields }: { answer?: Answer } & Record<string, string | Answer> = {},
): Exit => ({
  name: `playground: ${name}`,
  end,
  run: async (target) => {
    target.upstream.answer(answer)
    const client = await signedIn(target, ADA)
    const [, key = ''] =
      /<select[^]*?name="key"[^]*?<option value="([^"]+)"/.exec(await client.page(PATH)) ?? []
    const typed = { question: `What does DORA ask of ${MARKS.user}?`, model: 'svc-fast', key }
    const form = { form: await formOf(client, PATH), ...typed, ...(fields as Record<string, string>) }
    return pageOutcome(client.post(PATH + path, form))
  },
})

const ask = { action: 'ask' }

/** Questions of the playground, by its page alone and by its scripts. */
export const PLAYGROUND_EXITS: Exit[] = [
  asked('a price', '200', '/price'),
  asked('a price as a page', '200', '', { action: 'price' }),
  asked('an answer as a page', '200', '', ask),
  asked('an answer as it is written', '200', '/answer', { answer: sse(stream([SAID])) }),
  asked('a form of somebody else', '200', '', { ...ask, form: MARKS.form }),
  asked('an empty question', '422', '', { ...ask, question: ' ', pins: MARKS.pin }),
  asked('a question too long', '422', '', { ...ask, question: MARKS.user.repeat(1_500) }),
  asked('an unknown key', '422', '', { ...ask, key: MARKS.typed }),
  asked('an unknown model', '404', '', { ...ask, model: MARKS.model }),
  asked('an unknown pin', '400', '/answer', { pins: MARKS.pin }),
  asked('a failing upstream', '502', '', {
    ...ask,
    answer: json({ error: { message: MARKS.failure } }, 500),
  }),
  asked('an upstream that breaks off', '200', '/answer', {
    answer: sse([chunk({ role: 'assistant', content: SAID }), `data: ${MARKS.failure}\n\n`]),
  }),
  {
    name: 'playground: a reader who leaves',
    end: 'left',
    run: async (target) => {
      const client = await signedIn(target, ADA)
      target.upstream.answer(HANGING)
      const [, key = ''] =
        /<select[^]*?name="key"[^]*?<option value="([^"]+)"/.exec(await client.page(PATH)) ?? []
      const form = await formOf(client, PATH)
      const answer = await client.post(`${PATH}/answer`, {
        form,
        question: MARKS.user,
        model: 'svc-fast',
        key,
      })
      const reader = answer.body?.getReader()
      await reader?.read()
      await reader?.cancel()
      await target.upstream.calls.at(-1)?.aborted
      return { end: 'left', error: '' }
    },
  },
  {
    name: 'playground: a call that is not there',
    end: '404',
    run: async (target) => pageOutcome((await signedIn(target, ADA)).get(`${PATH}/calls/${MARKS.path}`)),
  },
]
