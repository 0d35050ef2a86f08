import '../../ui/styles/mantine-signed-in.css'
import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { CodeScanner } from '../../ui/sharing/code-scanner.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { AuthFrame } from '../auth/public.ts'
import { checkServer, NoServerError, toOrigin } from './to-origin.ts'

/** The first screen of the native app: selects the server, by URL or by the QR code from the settings, and verifies it. */
export function ChooseServerScreen({ onChosen }: { onChosen: (origin: string) => void }) {
  const [text, setText] = useState('')
  const [isScanning, setIsScanning] = useState(false)
  const [isChecking, setIsChecking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const choose = async (address: string) => {
    setProblem(undefined)
    setIsChecking(true)
    try {
      const origin = toOrigin(address)
      await checkServer(origin)
      onChosen(origin)
    } catch (error) {
      setProblem(
        error instanceof NoServerError ? error.message : t`The server couldn’t be checked. Try again.`,
      )
    } finally {
      setIsChecking(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void choose(text)
  }
  return (
    <AuthFrame
      title={t`Your server`}
      intro={t`Muster runs on your organisation’s server. Ask the person who invited you for its address.`}
    >
      <Form onSubmit={submit}>
        {problem && <ProblemAlert>{problem}</ProblemAlert>}
        <TextInput
          label={t`Server address`}
          placeholder="muster.example"
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={isChecking} disabled={text.trim() === ''}>
          {t`Connect`}
        </Button>
        {isScanning ? (
          <CodeScanner
            onStop={() => setIsScanning(false)}
            onRead={code => {
              if (!/^https?:\/\//i.test(code)) return false
              setIsScanning(false)
              setText(code)
              void choose(code)
              return true
            }}
          />
        ) : (
          <Button variant="default" icon={IconQrcode} onClick={() => setIsScanning(true)}>
            {t`Scan its QR code`}
          </Button>
        )}
      </Form>
    </AuthFrame>
  )
}
