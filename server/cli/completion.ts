import { UsageError } from '../runtime/arguments.ts'
import { type Command, isCommand } from './command.ts'

type Tree = Record<string, Record<string, Command> | Command>
type Word = { words: string; next: string[] }

/** Words that may follow each command, from its usage. */
function completionsOf(commands: Tree): Word[] {
  const nouns = Object.entries(commands).map(([noun, entry]) => ({ noun, entry }))
  const verbs = nouns.flatMap(({ noun, entry }) =>
    isCommand(entry)
      ? [{ words: noun, next: optionsOf(entry) }]
      : [
          { words: noun, next: Object.keys(entry) },
          ...Object.entries(entry).map(([verb, command]) => ({
            words: `${noun} ${verb}`,
            next: optionsOf(command),
          })),
        ],
  )
  return [{ words: '', next: nouns.map(({ noun }) => noun) }, ...verbs]
}

/** @param read returns all commands, including this one */
export function completion(read: () => Tree): Command {
  return {
    usage: 'completion bash|zsh|fish',
    summary: 'Prints what lets a shell complete "admin": see the README for the line of its start file.',
    async run([shell = '', ...surplus]) {
      const write = { bash, zsh, fish }[shell]
      if (!write || surplus.length > 0)
        throw new UsageError('Which shell? npm run admin -- completion bash, zsh or fish')
      console.log(write(completionsOf(read())))
      return 0
    },
  }
}

function optionsOf({ usage }: Command): string[] {
  return [...new Set(usage.match(/--[a-z\d-]+/g))]
}

/** The two words before the cursor decide. zsh reads the same script. */
function bash(completions: Word[]): string {
  const toCase = ({ words, next }: Word) => `    "${words}") words="${next.join(' ')}" ;;`
  return `_admin() {
  local current="\${COMP_WORDS[COMP_CWORD]}" noun="" verb="" words=""
  [ "$COMP_CWORD" -ge 2 ] && noun="\${COMP_WORDS[1]}"
  [ "$COMP_CWORD" -ge 3 ] && verb=" \${COMP_WORDS[2]}"
  case "$noun$verb" in
${completions.map(toCase).join('\n')}
    *) case "$noun" in
${completions.filter(isLone).map(toCase).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _admin admin`
}

/** A noun without verbs takes options anywhere. */
function isLone({ words, next }: Word): boolean {
  return next.every(isOption) && !words.includes(' ')
}

function zsh(completions: Word[]): string {
  return `whence compdef >/dev/null || { autoload -Uz compinit; compinit -D }\nautoload -Uz bashcompinit && bashcompinit\n${bash(completions)}`
}

function fish(completions: Word[]): string {
  const lines = completions.flatMap(({ words, next }) => {
    const [noun = '', verb] = words.split(' ')
    const after = verb
      ? `__fish_seen_subcommand_from ${noun}; and __fish_seen_subcommand_from ${verb}`
      : noun === ''
        ? '__fish_use_subcommand'
        : `__fish_seen_subcommand_from ${noun}`
    return next.map((each) =>
      isOption(each)
        ? `complete -c admin -n '${after}' -l ${each.slice(2)}`
        : `complete -c admin -n '${after}' -a ${each}`,
    )
  })
  return ['complete -c admin -f', ...lines].join('\n')
}

function isOption(word: string): boolean {
  return word.startsWith('--')
}
