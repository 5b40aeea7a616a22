import type { Processor } from 'unified'

type Code = number | null
type State = (code: Code) => State | undefined
type Effects = { consume(code: Code): void }
type Tokenize = (this: unknown, effects: Effects, ok: State, nok: State) => State
type Construct = { name?: string; tokenize: Tokenize }
type Extension = Record<'document' | 'text', Record<string, Construct | Construct[]>>

const names = ['gfmFootnoteDefinition', 'gfmFootnoteCall']
const [space, underscore, closing, backslash] = [32, 95, 93, 92]

/** Allows spaces in footnote labels, as in `[^my note]`, which GFM forbids. Must come after GFM. */
export function footnoteLabels(this: Processor): void {
  const { micromarkExtensions = [] } = this.data() as { micromarkExtensions?: Extension[] }
  for (const { document, text } of micromarkExtensions) {
    for (const constructs of [document, text]) {
      for (const construct of [constructs?.['91'] ?? []].flat()) {
        if (names.includes(construct.name ?? '')) construct.tokenize = withSpaces(construct.tokenize)
      }
    }
  }
}

/** Shows the tokenizer an underscore for each space in a label, but consumes the space. */
function withSpaces(tokenize: Tokenize): Tokenize {
  return function (effects, ok, nok) {
    let actual: Code = null
    let previous: Code = null
    let isLabel = true
    const leave = (state: State): State => {
      return (code) => {
        isLabel = false
        return state(actual === space && code === underscore ? actual : code)
      }
    }
    const told = Object.assign(Object.create(effects as object), effects, {
      consume: () => effects.consume(actual),
    })
    return watch(tokenize.call(this, told, leave(ok), leave(nok)))

    function watch(state: State): State {
      return (code) => {
        const isSpace = isLabel && code === space
        actual = code
        if (code === closing && previous !== backslash) isLabel = false
        previous = code
        const next = state(isSpace ? underscore : code)
        return next && isLabel ? watch(next) : next && watchOn(next)
      }
    }

    /** Codes behind the label pass unchanged, but consuming still needs the actual code. */
    function watchOn(state: State): State {
      return (code) => {
        actual = code
        const next = state(code)
        return next && watchOn(next)
      }
    }
  }
}
