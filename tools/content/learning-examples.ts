import type { Framework } from '../../src/domain/registry/framework.ts'
import { OwnNames } from '../../src/domain/search/own-names.ts'
import { wordsOf } from '../../src/domain/search/unspaced.ts'
import { featuresOf } from '../../src/domain/search/word-vectors.ts'
import { tokenize } from '../../src/domain/text/tokens.ts'
import type { Example } from './learn-words.ts'

/** What a framework's data answers, each item with the questions for it and with what it says; the framework's name says nothing. */
export function examplesOf(framework: Framework): Example[] {
  const names = new OwnNames(framework)
  const read = (text: string): string[] => featuresOf(wordsOf(names.leftOut(tokenize(text))))
  const { facts, deadlines, rulings } = framework.data
  return [
    ...facts.map((fact) => ({ ...fact, about: `${fact.subject} ${fact.unit ?? ''}` })),
    ...deadlines.map((deadline) => ({ ...deadline, about: `${deadline.what} ${deadline.who ?? ''}` })),
    ...rulings.map((ruling) => ({ ...ruling, about: ruling.claim })),
  ].map(({ asked = [], says, about }) => ({ questions: asked.map(read), texts: [read(about), read(says)] }))
}
