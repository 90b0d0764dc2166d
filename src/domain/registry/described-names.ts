import { z } from 'zod'

const strings = z.array(z.string().min(1))

/**
 * How people speak of a law by what it is and where it holds, in place of its name: by kind ("privacy law") and language, what they call
 * it, and the forms in which that stands beside a place. `{law}`, `{place}` and `{adjective}` stand for one of each.
 */
export const descriptionsSchema = z.record(
  z.string(),
  z.record(z.string(), z.strictObject({ laws: strings.min(1), forms: strings.min(1) })),
)

/** Of one law: the kinds it is spoken of as, and by language where it holds ("Kenya") and the adjectives of that ("Kenyan"). */
export const describedSchema = z.strictObject({
  as: strings.min(1),
  places: z.record(z.string(), z.strictObject({ place: strings, adjective: strings })),
})

export type Descriptions = z.infer<typeof descriptionsSchema>
export type Described = z.infer<typeof describedSchema>

/** Every name that describes a law: "Kenya's privacy law", "Datenschutzgesetz von Kenia". */
export function describedNames({ as, places }: Described, descriptions: Descriptions): string[] {
  return as.flatMap((kind) =>
    Object.entries(descriptions[kind] ?? {}).flatMap(([language, { laws, forms }]) => {
      const { place = [], adjective = [] } = places[language] ?? {}
      return forms.flatMap((form) => {
        const where = form.includes('{place}') ? place : adjective
        return laws.flatMap((law) => where.map((one) => filled(form, law, one)))
      })
    }),
  )
}

function filled(form: string, law: string, where: string): string {
  return form.replace('{law}', law).replace(/\{place\}|\{adjective\}/, where)
}
