import * as fc from 'fast-check'

/** One seed for every run, so that a change fails only by its own fault; FC_SEED=<number> looks elsewhere. */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_121) })
