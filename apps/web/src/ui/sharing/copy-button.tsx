import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

type Props = {
  /** The text for the clipboard. */
  text: string
  /** The act: "Copy code". */
  label: string
  /** Called with whether it worked; the clipboard can be refused by the browser. */
  onDone?: (copied: boolean) => void
  iconOnly?: boolean
  /** The main button of its place. */
  main?: boolean
}

/** Copies a text and shows for two seconds that it did. */
export function CopyButton({ text, label, onDone, iconOnly = false, main = false }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      onDone?.(true)
    } catch {
      onDone?.(false)
    }
  }
  const icon = copied ? <IconCheck size="1.125rem" aria-hidden /> : <IconCopy size="1.125rem" aria-hidden />
  if (iconOnly) {
    return (
      <ActionIcon aria-label={copied ? 'Copied' : label} onClick={copy}>
        {icon}
      </ActionIcon>
    )
  }
  return (
    <Button variant={main ? 'filled' : 'default'} leftSection={icon} onClick={copy}>
      {copied ? 'Copied' : label}
    </Button>
  )
}
