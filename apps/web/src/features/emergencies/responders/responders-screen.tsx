import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { hasCode } from '../../../lib/error-text.ts'
import { FailedAct } from '../../../ui/forms/failed-act.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { PinInput } from '../../../ui/forms/pin-input.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import classes from './responders.module.css'
import { RespondersView } from './responders-view.tsx'

/** The page that a link for responders opens: the code, and then who is missing. It needs no account, and belongs to none. */
export function RespondersScreen({ token }: { token: string }) {
  const [key, setKey] = useState(() => readKey(token))
  const [isEnded, setIsEnded] = useState(false)
  useNoIndex()
  const end = () => {
    forgetKey()
    setKey(undefined)
    setIsEnded(true)
  }
  return (
    <main className={classes.page}>
      {isEnded ? (
        <EndedLink />
      ) : key === undefined ? (
        <CodeForm
          token={token}
          onOpened={opened => {
            storeKey(token, opened)
            setKey(opened)
          }}
          onEnded={end}
        />
      ) : (
        <RespondersView accessKey={key} onEnded={end} />
      )}
    </main>
  )
}

const EndedLink = () => (
  <EmptyState
    icon={IconClockExclamation}
    title={t`This link no longer works`}
    text={t`It expired or was revoked. Ask the person who gave it to you for a new one.`}
  />
)

const codeLength = 6
type FormProps = { token: string; onOpened: (key: string) => void; onEnded: () => void }

function CodeForm({ token, onOpened, onEnded }: FormProps) {
  const [code, setCode] = useState('')
  const open = useAct({
    call: (typed: string) => api.responders.open({ token, code: typed }),
    onDone: ({ key }) => onOpened(key),
    onError: error => {
      setCode('')
      if (hasCode(error, 'RESPONDER_LINK_ENDED')) onEnded()
    },
  })
  return (
    <Form
      className={classes.code}
      onSubmit={() => {
        if (code.length === codeLength) open.mutate(code)
      }}
    >
      <h1 className={classes.title}>{t`Muster for responders`}</h1>
      <FailedAct act={open} failed={t`The list couldn’t be opened. Check your connection and try again.`} />
      <PinInput
        label={t`Code`}
        help={t`The six digits that you were told by telephone.`}
        length={codeLength}
        masked={false}
        autoFocus
        value={code}
        onChange={setCode}
        onComplete={typed => open.mutate(typed)}
        disabled={open.isPending}
      />
      <Button type="submit" size="lg" loading={open.isPending} disabled={code.length < codeLength}>
        {t`Open the list`}
      </Button>
    </Form>
  )
}

/** Keeps the key for a reload of this tab, together with the link it belongs to. */
const keyName = 'muster.responders'
const storeKey = (token: string, key: string) => sessionStorage.setItem(keyName, JSON.stringify([token, key]))
const forgetKey = () => sessionStorage.removeItem(keyName)

function readKey(token: string): string | undefined {
  try {
    const [storedToken, key] = JSON.parse(sessionStorage.getItem(keyName) ?? '[]') as unknown[]
    return storedToken === token && typeof key === 'string' ? key : undefined
  } catch {
    return undefined
  }
}

function useNoIndex(): void {
  useEffect(() => {
    const meta = document.createElement('meta')
    meta.name = 'robots'
    meta.content = 'noindex, nofollow'
    document.head.append(meta)
    return () => meta.remove()
  }, [])
}
