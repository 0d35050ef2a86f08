import { z } from 'zod'
import { createExample } from '../lib/create-example.ts'

/** Parts of the OpenAPI document for endpoints that are not procedures. */

export const refusal = (description: string) => ({ description })

export const answer = (schema: z.ZodType) => ({
  description: 'OK',
  content: {
    'application/json': {
      schema: z.toJSONSchema(schema, { io: 'output' }),
      example: createExample(schema, 'output'),
    },
  },
})

/** A JSON body whose schema is described elsewhere, or by the vendor of an app. */
export const jsonBody = (example: unknown) => ({
  required: true,
  content: { 'application/json': { schema: {}, example } },
})
