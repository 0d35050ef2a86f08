import { z } from 'zod'
import { createExample } from '../lib/create-example.ts'

/** Parts of the OpenAPI document for endpoints that are not procedures. */

export const describeRefusal = (description: string) => ({ description })

export const describeAnswer = (schema: z.ZodType) => ({
  description: 'OK',
  content: {
    'application/json': {
      schema: z.toJSONSchema(schema, { io: 'output' }),
      example: createExample(schema, 'output'),
    },
  },
})

/** A JSON body whose schema is described elsewhere, or by the vendor of an app. */
export const describeJsonBody = (example: unknown) => ({
  required: true,
  content: { 'application/json': { schema: {}, example } },
})
