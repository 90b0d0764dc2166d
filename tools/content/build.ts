import { fileURLToPath } from 'node:url'
import { writeKnowledgeTokens } from '../../src/adapters/content-files.ts'
import { TiktokenTokenizer } from '../../src/adapters/tiktoken-tokenizer.ts'

/* Counts the tokens of every module once, so that no start has to. Run after a change of content: npm run content:build */

const tokenizer = new TiktokenTokenizer()
await writeKnowledgeTokens(fileURLToPath(new URL('../../fixtures/content', import.meta.url)), tokenizer)
await tokenizer.close()
