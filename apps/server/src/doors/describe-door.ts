import { z } from 'zod'
import { createExample } from '../lib/create-example.ts'

/** Builds a response in the OpenAPI document, for endpoints that are not procedures. */

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

/** Describes a JSON body whose schema is documented elsewhere, for example by an app's vendor. */
export const describeJsonBody = (example: unknown) => ({
  required: true,
  content: { 'application/json': { schema: {}, example } },
})
