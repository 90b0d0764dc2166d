import { html, type Html } from './html.ts'

const QUESTION = 'Which ISO 27001 controls cover supplier agreements?'

/**
 * A first call in three languages, each with a button that copies it: a page that shows them asks for the script `copy-button`.
 *
 * @param apiUrl the base URL that an SDK is given
 * @param secret what stands in the key's place
 */
export function callSnippets(apiUrl: string, secret: string): Html {
  return html`${snippet('curl', 'curl', curlSnippet(apiUrl, secret))}
  ${snippet('node', 'Node', nodeSnippet(apiUrl, secret))}
  ${snippet('python', 'Python', pythonSnippet(apiUrl, secret))}`
}

/** Code under its heading, to be copied. */
export function snippet(id: string, label: string, code: string): Html {
  return html`<section aria-labelledby="${id}-title">
    <div class="row between">
      <h3 id="${id}-title">${label}</h3>
      <copy-button for="${id}-code"></copy-button>
    </div>
    <pre class="code" tabindex="0" aria-labelledby="${id}-title"><code id="${id}-code">${code}</code></pre>
  </section>`
}

function curlSnippet(apiUrl: string, secret: string): string {
  return `curl ${apiUrl}/chat/completions \\
  -H "Authorization: Bearer ${secret}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "svc-fast", "messages": [{"role": "user", "content": "${QUESTION}"}]}'`
}

function nodeSnippet(apiUrl: string, secret: string): string {
  return `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${apiUrl}', apiKey: '${secret}' })
const answer = await client.chat.completions.create({
  model: 'svc-fast',
  messages: [{ role: 'user', content: '${QUESTION}' }],
})
console.log(answer.choices[0].message.content)`
}

function pythonSnippet(apiUrl: string, secret: string): string {
  return `from openai import OpenAI

client = OpenAI(base_url="${apiUrl}", api_key="${secret}")
answer = client.chat.completions.create(
    model="svc-fast",
    messages=[{"role": "user", "content": "${QUESTION}"}],
)
print(answer.choices[0].message.content)`
}
