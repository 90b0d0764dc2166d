import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTROLS_FILE, INDEX_FILE, TEXTS_FILE } from '../../src/adapters/compiled-content.ts'
import { loadFeedContent } from '../../src/adapters/content-files.ts'
import { TiktokenTokenizer } from '../../src/adapters/tiktoken-tokenizer.ts'
import { compileContent } from './compile.ts'
import { COMPILED, CONTENT, RETENTION_PAGE } from './folders.ts'
import { replace } from './replace.ts'
import { retentionPage } from './retention-page.ts'

/*
 * Compiles fixtures/content into what the service loads, and writes the page of what is kept. Run after a change of content:
 * npm run content:build
 */

const tokenizer = new TiktokenTokenizer()
const { index, texts, controls } = await compileContent(CONTENT, tokenizer)
await tokenizer.close()
await mkdir(COMPILED, { recursive: true })
await replace(join(COMPILED, TEXTS_FILE), texts)
await replace(join(COMPILED, CONTROLS_FILE), controls)
await replace(join(COMPILED, INDEX_FILE), index)
await replace(RETENTION_PAGE, retentionPage((await loadFeedContent(CONTENT)).retention))
