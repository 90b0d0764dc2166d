import { join } from 'node:path'
import { loadContent, WORDS_FILE } from '../../src/adapters/compiled-content.ts'
import { encodeWordVectors } from '../../src/domain/search/word-vectors.ts'
import { COMPILED } from './folders.ts'
import { learnWords } from './learn-words.ts'
import { examplesOf } from './learning-examples.ts'
import { replace } from './replace.ts'

/*
 * Learns what words mean from the questions of the compiled data. Run after content:build when many questions have come: the words that
 * it does not know decide nothing. Takes about a minute. npm run content:learn
 */

const { registry } = await loadContent(COMPILED)
const { features, numbers } = learnWords(registry.frameworks.map(examplesOf))
await replace(join(COMPILED, WORDS_FILE), encodeWordVectors(features, numbers))
process.stdout.write(`${features.length} words and beginnings of words\n`)
