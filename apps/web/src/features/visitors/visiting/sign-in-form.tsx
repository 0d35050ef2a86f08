import '../../../ui/styles/mantine-signed-in.css'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import type { VisitedPlace } from '@muster/contract/visitors.ts'
import { badgeNumberMaxLength } from '@muster/domain/badge.ts'
import { isCompanyName, isPersonName, personNameMessage } from '@muster/domain/person-name.ts'
import { toNameKey, type VisitDoor } from '@muster/domain/visitor.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { hasCode } from '../../../lib/error-text.ts'
import { FailedAct } from '../../../ui/forms/failed-act.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { Name } from '../../../ui/people/name.tsx'
import { generalNotice } from '../visitor-words.ts'
import { type Host, HostField } from './host-field.tsx'
import classes from './visit-frame.module.css'

export type SignedInVisit = {
  visitToken: string | null
  zoneName: string
  signedInAt: string
  hostName: string
}
type Props = {
  door: { door: VisitDoor; token: string }
  place: Pick<VisitedPlace, 'zoneName' | 'notice' | 'noticeVersion' | 'asksBadge'>
  onDone: (visit: SignedInVisit) => void
  /** Called when the notice has changed while the form was open. */
  onNoticeChange: () => void
  /** Called when the kiosk was closed or the poster replaced. */
  onLinkEnd: () => void
  onBack?: () => void
}

const noHost: Host = { id: null, name: '' }

/** Nothing is kept as a draft: at a kiosk, the next person must not find it. Expected visitors type the name only. */
export function SignInForm({ door, place, onDone, onNoticeChange, onLinkEnd, onBack }: Props) {
  const [name, setName] = useState('')
  const [askedName, setAskedName] = useState('')
  const [company, setCompany] = useState('')
  const [phone, setPhone] = useState('')
  const [badge, setBadge] = useState('')
  const [host, setHost] = useState(noHost)
  const [accepts, setAccepts] = useState(false)
  const [requestId] = useState(() => uuidV7())
  const noticeId = useId()
  const isKiosk = door.door === 'kiosk'
  const expectation = useQuery({
    ...orpc.visitors.expected.queryOptions({
      input:
        askedName.trim().length >= 3 && isPersonName(askedName)
          ? { ...door, name: askedName.trim() }
          : skipToken,
    }),
    gcTime: 0,
    retry: false,
  })
  const isAskedName = toNameKey(askedName) === toNameKey(name)
  const expected = isAskedName ? expectation.data?.expected : undefined
  const signIn = useAct({
    call: () =>
      api.visitors.signIn({
        ...door,
        name,
        company,
        phone,
        badge,
        hostId: expected ? null : host.id,
        hostName: expected ? '' : host.name,
        isExpected: Boolean(expected),
        noticeVersion: place.noticeVersion,
        requestId,
      }),
    onDone,
    onError: error => {
      if (hasCode(error, 'VISIT_NOTICE_CHANGED')) {
        setAccepts(false)
        onNoticeChange()
      }
      if (hasCode(error, 'VISIT_LINK_INVALID')) onLinkEnd()
    },
  })
  const fill = (forPhone: string) => (isKiosk ? 'off' : forPhone)
  const nameError = isPersonName(name) ? undefined : i18n._(personNameMessage)
  const companyError = isCompanyName(company) ? undefined : i18n._(personNameMessage)
  const hostError = isCompanyName(host.name) ? undefined : i18n._(personNameMessage)
  const hasError = [nameError, ...(expected ? [] : [companyError, hostError])].some(Boolean)
  const isReady = name.trim() !== '' && !hasError && accepts
  return (
    <Form
      autoComplete={isKiosk ? 'off' : 'on'}
      onSubmit={() => {
        if (isReady) signIn.mutate()
      }}
    >
      <FailedAct act={signIn} failed={t`You couldn’t be signed in. Try again, or ask at the reception.`} />
      <TextInput
        label={t`Your name`}
        size="md"
        required
        maxLength={120}
        autoComplete={fill('name')}
        value={name}
        error={nameError}
        onChange={event => setName(event.currentTarget.value)}
        onBlur={() => setAskedName(name)}
      />
      {expected ? (
        <Text fw={600} role="status">
          {expected.hostName === '' ? (
            t`You are expected.`
          ) : (
            <Trans>
              You are expected by <Name>{expected.hostName}</Name>.
            </Trans>
          )}
        </Text>
      ) : (
        <>
          <TextInput
            label={t`Company`}
            size="md"
            maxLength={120}
            autoComplete={fill('organization')}
            value={company}
            error={companyError}
            onChange={event => setCompany(event.currentTarget.value)}
          />
          <TextInput
            type="tel"
            label={t`Phone`}
            description={t`So that we can reach you in an emergency.`}
            size="md"
            maxLength={40}
            autoComplete={fill('tel')}
            value={phone}
            onChange={event => setPhone(event.currentTarget.value)}
          />
          <HostField door={door} host={host} error={hostError} onChange={setHost} />
        </>
      )}
      {place.asksBadge && (
        <TextInput
          label={t`Badge number`}
          description={t`If the reception gave you a badge.`}
          size="md"
          maxLength={badgeNumberMaxLength}
          autoComplete="off"
          spellCheck={false}
          value={badge}
          onChange={event => setBadge(event.currentTarget.value)}
        />
      )}
      {/* Can be scrolled with the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region */}
      <section id={noticeId} className={classes.notice} dir="auto" tabIndex={0} aria-label={t`Notice`}>
        {place.notice || generalNotice}
      </section>
      <Checkbox
        size="md"
        label={t`I have read and accept the notice.`}
        aria-describedby={noticeId}
        checked={accepts}
        onChange={event => setAccepts(event.currentTarget.checked)}
        styles={{ body: { minHeight: 44, alignItems: 'center' }, label: { fontSize: '1rem' } }}
      />
      <Group grow gap="sm">
        {onBack && (
          <Button variant="default" size="lg" mih={56} onClick={onBack} disabled={signIn.isPending}>
            {t`Back`}
          </Button>
        )}
        <Button type="submit" size="lg" mih={56} disabled={!isReady || signIn.isPending}>
          {signIn.isPending ? t`Signing in…` : t`Sign in`}
        </Button>
      </Group>
    </Form>
  )
}
