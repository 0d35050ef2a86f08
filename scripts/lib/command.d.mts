export type Command = {
  /** The name used in `npm run <name>`. */
  readonly name: string
  /** The word before the arguments, for a command of several, such as `check` in `npm run admin -- check`. */
  readonly prefix?: string
  readonly about: string
  /** Choices for the first word. */
  readonly choices?: Readonly<Record<string, string>>
  readonly words?: readonly { readonly name: string; readonly about: string; readonly required?: boolean }[]
  /** Options that take a value, such as `--to <folder>`. */
  readonly values?: Readonly<
    Record<string, { readonly name: string; readonly about: string; readonly required?: boolean }>
  >
  /** Flags, which take no value. */
  readonly options?: Readonly<Record<string, string>>
  /** Environment variables that the command reads. */
  readonly settings?: Readonly<Record<string, string>>
}

export type Arguments = {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, boolean | undefined>>
  readonly values: Readonly<Record<string, string | undefined>>
}

export type Asked = Arguments | { readonly help: string } | { readonly problem: string }

export function parseArguments(command: Command, args: readonly string[]): Asked
export function readArguments(command: Command, args?: readonly string[]): Arguments
