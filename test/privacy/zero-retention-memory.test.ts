import { zeroRetention } from './retention-suite.ts'

zeroRetention('memory')
