import { msg } from '@lingui/core/runtime-macro'
import { findDirection } from '@muster/domain/language.ts'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../../lib/escape-html.ts'
import { render } from '../../../lib/texts/render.ts'
import type { Text } from '../../../lib/texts/text.ts'
import type { Platform } from '../../../platform/platform.ts'
import { negotiateLanguage } from '../../../rpc/request-language.ts'
import { audit } from '../../security/index.ts'
import { findRecipient, resubscribe, unsubscribe } from './report-recipients.queries.ts'
import { isUnsubscribeSignature, unsubscribePath } from './unsubscribe-link.ts'

type Deps = Pick<Platform, 'db' | 'secret'>
type UnsubscribeQuery = {
  readonly recipient?: string
  readonly signature?: string
  readonly all?: string
  readonly on?: string
}

const ownerReason = 'who holds the link of a mail is its recipient'
/** Maximum size of the form in bytes; its content is ignored. */
const BODY_LIMIT_BYTES = 4_096

/**
 * `/report-mail/off`. GET changes nothing, because mail servers open links. POST unsubscribes from the zone or, with `all`, every
 * zone, also by email clients (RFC 8058); `on` resubscribes.
 */
export function registerUnsubscribeRoutes(app: FastifyInstance, { db, secret }: Deps): void {
  app.register(async routes => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, _body, done) => done(null, undefined),
    )
    const toRecipientId = ({ recipient, signature }: UnsubscribeQuery) =>
      typeof recipient === 'string' &&
      typeof signature === 'string' &&
      isUnsubscribeSignature(secret, recipient, signature)
        ? recipient
        : undefined

    routes.get<{ Querystring: UnsubscribeQuery }>(unsubscribePath, async ({ query, headers }, reply) => {
      const language = negotiateLanguage(headers['accept-language'])
      const id = toRecipientId(query)
      const recipient = id && (await db.asOwner(ownerReason, tx => findRecipient(tx, id)))
      const body = recipient
        ? renderConfirmPage(recipient, query, language)
        : renderNotice(id ? alreadyUnsubscribedText : incompleteLinkText, language)
      return reply
        .status(id ? 200 : 404)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(renderPage(body, language))
    })

    routes.post<{ Querystring: UnsubscribeQuery }>(
      unsubscribePath,
      { bodyLimit: BODY_LIMIT_BYTES },
      async ({ query, headers }, reply) => {
        const language = negotiateLanguage(headers['accept-language'])
        const id = toRecipientId(query)
        if (id)
          await db.asOwner(ownerReason, async tx => {
            const isSubscribing = query.on === '1'
            for (const { zone_id: zoneId } of await (isSubscribing
              ? resubscribe(tx, id)
              : unsubscribe(tx, id, query.all === '1')))
              await audit(
                tx,
                isSubscribing ? 'report_mailing_changed:resubscribed' : 'report_mailing_changed:unsubscribed',
                { actorId: null, zoneId },
              )
          })
        return reply
          .status(id ? 200 : 404)
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(
            renderPage(
              id ? renderDonePage(query, language) : renderNotice(incompleteLinkText, language),
              language,
            ),
          )
      },
    )
  })
}

const heading = msg`Report emails`
const incompleteLinkText = msg`This link is incomplete. Copy the whole link from the email.`
const alreadyUnsubscribedText = msg`This address is no longer on the list.`

const toHtml = (text: Text, language: string) => escapeHtml(render(text, language))
const renderHeading = (language: string) => `<h1>${toHtml(heading, language)}</h1>`
const renderNotice = (text: Text, language: string) =>
  `${renderHeading(language)}<p>${toHtml(text, language)}</p>`

const createActionUrl = (
  { recipient = '', signature = '' }: UnsubscribeQuery,
  options: { all?: '1'; on?: '1' } = {},
) => escapeHtml(`${unsubscribePath}?${new URLSearchParams({ recipient, signature, ...options })}`)

const renderForm = (action: string, button: Text, language: string) =>
  `<form method="post" action="${action}"><button>${toHtml(button, language)}</button></form>`

const renderResubscribeForm = (query: UnsubscribeQuery, language: string) =>
  renderForm(createActionUrl(query, { on: '1' }), msg`Email me these reports again`, language)

const renderDonePage = (query: UnsubscribeQuery, language: string) =>
  query.on === '1'
    ? renderNotice(msg`Done. You’ll get these reports by email again.`, language)
    : `${renderNotice(msg`Done. You’ll no longer get these reports by email.`, language)}${renderResubscribeForm(query, language)}`

function renderConfirmPage(
  { email, zone, isOff }: { email: string; zone: string; isOff: boolean },
  query: UnsubscribeQuery,
  language: string,
): string {
  const markup = { zone: `<b dir="auto">${escapeHtml(zone)}</b>`, email: `<b>${escapeHtml(email)}</b>` }
  const message = isOff
    ? msg`Reports for ${{ zone: markup.zone }} are no longer emailed to ${{ email: markup.email }}.`
    : msg`Reports for ${{ zone: markup.zone }} are emailed to ${{ email: markup.email }}.`
  // The values are already HTML; the text around them is trusted.
  const intro = `${renderHeading(language)}<p>${render(message, language)}</p>`
  if (isOff) return `${intro}${renderResubscribeForm(query, language)}`
  return `${intro}
${renderForm(createActionUrl(query), msg`Stop report emails for this zone`, language)}
${renderForm(createActionUrl(query, { all: '1' }), msg`Stop all report emails`, language)}`
}

const renderPage = (body: string, language: string) => `<!doctype html>
<html lang="${language}" dir="${findDirection(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${toHtml(heading, language)} – Muster</title><style>
body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:2rem 1rem;color:#101828;background:#F7F8FA;overflow-wrap:anywhere}
main{box-sizing:border-box;max-width:32rem;margin:0 auto;padding:1.5rem;background:#fff;border:1px solid #E4E7EC;border-radius:10px}
.product{margin:0;color:#A8343D;font-weight:600}h1{margin:.25rem 0 1rem;font-size:1.25rem}p{margin:0 0 1rem}
button{font:inherit;font-weight:600;color:inherit;background:transparent;border:1px solid #868F9F;border-radius:8px;min-height:44px;width:100%;margin:.5rem 0 0;padding:.5rem 1rem;cursor:pointer}
button:focus-visible{outline:2px solid #1F5FBF;outline-offset:2px}
form:first-of-type button{color:#fff;background:#C8434D;border-color:#C8434D}
@media(prefers-color-scheme:dark){body{color:#E6EAF0;background:#0B0F14}main{background:#12181F;border-color:#232B36}.product{color:#F6ABAF}button{border-color:#66758A}
button:focus-visible{outline-color:#7DB2FF}form:first-of-type button{color:#0B0F14;background:#F08A90;border-color:#F08A90}}
</style></head><body><main><p class="product">Muster</p>${body}</main></body></html>`
