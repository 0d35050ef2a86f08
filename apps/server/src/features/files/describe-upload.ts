import { id } from '@muster/contract/ids.ts'
import { uploaded } from '@muster/contract/stored-files.ts'
import { describeAnswer, describeRefusal } from '../../doors/describe-door.ts'
import { createExample } from '../../lib/create-example.ts'
import type { UploadEndpoint } from './upload-door.ts'

const describeParameter = (
  name: string,
  location: 'query' | 'path',
  required: boolean,
  example: unknown,
) => ({
  name,
  in: location,
  schema: { type: 'string' as const },
  required,
  example,
})
const exampleId = createExample(id, 'input')

/** Describes an upload endpoint in the OpenAPI document. */
export const describeUpload = ({ address, of, withoutZone = false, openapi }: UploadEndpoint) => ({
  [`/upload/${address}${of ? `/{${of}}` : ''}`]: {
    put: {
      operationId: openapi.operationId,
      summary: openapi.summary,
      tags: ['doors'],
      description: `The file itself as the body, at most 10 MB: pictures, videos, PDF and documents of Word and Excel, recognised by their content. ${openapi.whoMayUpload} Sending the same \`requestId\` again keeps it once.`,
      parameters: [
        describeParameter('requestId', 'query', true, exampleId),
        describeParameter('name', 'query', true, 'gate.jpg'),
        ...(of ? [describeParameter(of, 'path', true, exampleId)] : []),
        describeParameter('zoneId', 'query', !withoutZone, exampleId),
      ],
      requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
      responses: {
        200: describeAnswer(uploaded),
        401: describeRefusal('UNAUTHORIZED'),
        403: describeRefusal('FORBIDDEN, ZONE_ENTRY_REQUIRED'),
        404: describeRefusal('NOT_FOUND, ZONE_NOT_FOUND, HAZARD_NOT_FOUND'),
        409: describeRefusal('FILES_FULL, REQUEST_ID_TAKEN'),
        413: describeRefusal('FILE_TOO_LARGE'),
        422: describeRefusal('FILE_EMPTY, FILE_KIND_REFUSED, FILE_UNREADABLE, PICTURE_TOO_LARGE'),
        429: describeRefusal('TOO_MANY_REQUESTS'),
        503: describeRefusal('SERVICE_UNAVAILABLE'),
      },
    },
  },
})
