import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { procedures } from './procedures.ts'

const webDir = fileURLToPath(new URL('../../../../web/src/', import.meta.url))

export const fieldRulesPath = `${webDir}ui/forms/field-rules.generated.ts`

type Text = { type?: string; minLength?: number; maxLength?: number; anyOf?: Text[] }

/** Returns the maximum length of a text, and whether it may be left empty. Undefined for anything else. */
function readRule(schema: Text, isRequired: boolean) {
  const text = schema.anyOf?.find(it => it.type === 'string') ?? schema
  if (text.type !== 'string' || text.maxLength === undefined) return undefined
  return { maxLength: text.maxLength, required: isRequired && !schema.anyOf && (text.minLength ?? 0) > 0 }
}

/** Returns the calls that forms name, as in `fields: 'groups.create'`. */
const listNamedCalls = () =>
  globSync('features/**/*.tsx', { cwd: webDir }).flatMap(file =>
    [...readFileSync(`${webDir}${file}`, 'utf8').matchAll(/\bfields: '([\w.]+)'/g)].map(([, name]) => name),
  )

/** Generates the lengths of the text fields of the calls that forms send, so that these need not load the contract's schemas. */
export function renderFieldRules(): string {
  const namedCalls = listNamedCalls()
  const calls = procedures.flatMap(({ name, input }) => {
    if (!input || !namedCalls.includes(name)) return []
    const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    const fields = Object.entries(properties).flatMap(([field, schema]) => {
      const rule = readRule(schema as Text, required.includes(field))
      return rule
        ? `${field}: { maxLength: ${rule.maxLength}${rule.required ? ', required: true' : ''} }`
        : []
    })
    return fields.length > 0 ? `  '${name}': { ${fields.join(', ')} },` : []
  })
  return `// Generated from the contract by \`npm run generate\`. Do not edit.
export const fieldRules = {
${calls.join('\n')}
}
`
}
