export type Lock = Readonly<
  Record<
    string,
    {
      readonly optionalDependencies?: Readonly<Record<string, string>>
      readonly os?: readonly string[]
      readonly cpu?: readonly string[]
      readonly libc?: readonly string[]
    }
  >
>
/** The current platform; `libc` is undefined where a platform has only one. */
export type Machine = {
  readonly platform: string
  readonly arch: string
  readonly libc: 'glibc' | 'musl' | undefined
}
export function missingNativePackages(
  lock: Lock,
  machine: Machine,
  isPresent: (path: string) => boolean,
): string[]
export function thisMachine(): Machine
export function nodePackage(machine: Machine): { name: string; program: string } | undefined
export function installProblem(output: string): string | undefined
