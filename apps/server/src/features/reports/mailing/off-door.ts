import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../../lib/escape-html.ts'
import type { Platform } from '../../../platform/platform.ts'
import { appendSecurityEvent } from '../../security/index.ts'
import { isOffLink, offPath } from './off-link.ts'
import { findRecipient, putOn, takeOff } from './report-recipients.queries.ts'

type Deps = Pick<Platform, 'db' | 'secret'>
type Query = {
  readonly recipient?: string
  readonly signature?: string
  readonly all?: string
  readonly on?: string
}

const why = 'who holds the link of a mail is its recipient'
/** A form of a few bytes, which is ignored. */
const BODY_LIMIT = 4_096

/**
 * `/report-mail/off`: the page behind the link in a report mail, and its form. GET changes nothing, because mail servers open links
 * by themselves; POST unsubscribes the address, also when a mail program sends it (RFC 8058); with `on` it resubscribes.
 */
export function registerOffDoor(app: FastifyInstance, { db, secret }: Deps): void {
  app.register(async door => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, _body, done) =>
      done(null, undefined),
    )
    const toRecipient = ({ recipient, signature }: Query) =>
      typeof recipient === 'string' &&
      typeof signature === 'string' &&
      isOffLink(secret, recipient, signature)
        ? recipient
        : undefined

    door.get<{ Querystring: Query }>(offPath, async ({ query }, reply) => {
      const id = toRecipient(query)
      const recipient = id && (await db.asOwner(why, tx => findRecipient(tx, id)))
      const body = recipient
        ? createConfirmPage(recipient, query)
        : notice(
            id
              ? 'This address is on the list no more.'
              : 'This link is not complete. Copy it whole from the mail.',
          )
      return reply
        .status(id ? 200 : 404)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(page(body))
    })

    door.post<{ Querystring: Query }>(offPath, { bodyLimit: BODY_LIMIT }, async ({ query }, reply) => {
      const id = toRecipient(query)
      if (id)
        await db.asOwner(why, async tx => {
          const isOn = query.on === '1'
          for (const { zone_id: zoneId } of await (isOn ? putOn(tx, id) : takeOff(tx, id, query.all === '1')))
            await appendSecurityEvent(tx, {
              type: 'report_mailing_changed',
              description: isOn
                ? 'A recipient put their address back on the list of the reports of a zone.'
                : 'A recipient took their address off the reports of a zone.',
              actorId: null,
              affectedUserId: null,
              severity: 'info',
              metadata: { zoneId },
            })
        })
      return reply
        .status(id ? 200 : 404)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(page(id ? donePage(query) : notice('This link is not complete. Copy it whole from the mail.')))
    })
  })
}

const notice = (text: string) => `<h1>Report mails</h1><p>${escapeHtml(text)}</p>`

const createAction = ({ recipient = '', signature = '' }: Query, more: { all?: '1'; on?: '1' } = {}) =>
  escapeHtml(`${offPath}?${new URLSearchParams({ recipient, signature, ...more })}`)

const backForm = (query: Query) =>
  `<form method="post" action="${createAction(query, { on: '1' })}"><button>Mail me these reports again</button></form>`

const donePage = (query: Query) =>
  query.on === '1'
    ? notice('Done. These reports are mailed to you again.')
    : `${notice('Done. No more of these reports are mailed to you.')}${backForm(query)}`

function createConfirmPage(
  { email, zone, isOff }: { email: string; zone: string; isOff: boolean },
  query: Query,
): string {
  const off = isOff ? ' no longer' : ''
  const what = `<p>Reports of <b dir="auto">${escapeHtml(zone)}</b> are${off} mailed to <b>${escapeHtml(email)}</b>.</p>`
  if (isOff) return `<h1>Report mails</h1>${what}${backForm(query)}`
  return `<h1>Report mails</h1>${what}
<form method="post" action="${createAction(query)}"><button>Mail me no more reports of this zone</button></form>
<form method="post" action="${createAction(query, { all: '1' })}"><button>Mail me no more reports at all</button></form>`
}

const page = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Report mails – Muster</title><style>
body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:2rem 1rem;color:#101828;background:#F7F8FA;overflow-wrap:anywhere}
main{box-sizing:border-box;max-width:32rem;margin:0 auto;padding:1.5rem;background:#fff;border:1px solid #E4E7EC;border-radius:10px}
.product{margin:0;color:#A8343D;font-weight:600}h1{margin:.25rem 0 1rem;font-size:1.25rem}p{margin:0 0 1rem}
button{font:inherit;font-weight:600;color:inherit;background:transparent;border:1px solid #868F9F;border-radius:8px;min-height:44px;width:100%;margin:.5rem 0 0;padding:.5rem 1rem;cursor:pointer}
button:focus-visible{outline:2px solid #1F5FBF;outline-offset:2px}
form:first-of-type button{color:#fff;background:#C8434D;border-color:#C8434D}
@media(prefers-color-scheme:dark){body{color:#E6EAF0;background:#0B0F14}main{background:#12181F;border-color:#232B36}.product{color:#F6ABAF}button{border-color:#66758A}
button:focus-visible{outline-color:#7DB2FF}form:first-of-type button{color:#0B0F14;background:#F08A90;border-color:#F08A90}}
</style></head><body><main><p class="product">Muster</p>${body}</main></body></html>`
