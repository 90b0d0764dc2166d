import { describe } from 'vitest'
import { attemptContract } from './people-contract/attempts.ts'
import { auditContract } from './people-contract/audit.ts'
import { countContract } from './people-contract/counts.ts'
import { deletionContract } from './people-contract/deletion.ts'
import { invitationContract } from './people-contract/invitations.ts'
import { personContract } from './people-contract/persons.ts'
import { prunePeopleContract } from './people-contract/prune.ts'
import { sessionContract } from './people-contract/sessions.ts'
import type { OpenStore } from './store-contract/bench.ts'

/**
 * What every store promises of people, whatever it keeps its tables in.
 *
 * @param open gives a store that is empty; it is closed after each test
 */
export function peopleContract(name: string, open: OpenStore): void {
  describe(`${name} as a store of people`, () => {
    personContract(open)
    deletionContract(open)
    sessionContract(open)
    attemptContract(open)
    countContract(open)
    invitationContract(open)
    auditContract(open)
    prunePeopleContract(open)
  })
}
