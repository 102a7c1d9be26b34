export const USAGE = `usage: npm run replay -- FILE [what] [--json]
  FILE               an exported log (.jsonl.gz, .evlog.gz, or its text)

what to do with it; a summary and the verdict of its checkpoints, when nothing is said
  --events [FILTER]  lists its events; FILTER: words that all stand in a line, as in "player person"
  --at SEQ           one event: what led to it, what it led to, what it changed
  --state PATH       what stands at a path of the state, as in player.song.title or job["j1"].status;
                     at the end, or at the event that --at, --until or --bisect names
  --touching PATH    the events that changed what stands at a path
  --until EXPR       the first event after which an expression is true, looked for after each
  --bisect EXPR      the same, found quickly where it stays true once it is
  --minimise EXPR    the fewest events that still make it true
  --diff A B         what changed between event A and event B
  --check            everything that can be held against it: chain, checkpoints, rules that hold in any state, each
                     event reduced twice, what the engines would have asked

  EXPR is a JavaScript expression over \`state\` and \`event\`: state.player.isPlaying && event.type === 'player.failed',
  Object.values(state.job).length > 3. It sees nothing else. Where it throws it is not true.

more
  --out FILE         with --minimise: writes the events that are left as a log
  --test NAME        with --until, --bisect or --minimise: writes tests/replay/NAME.test.ts and its log, minimised; the
                     test fails for as long as the expression comes true
  --personal         with --test or --out: keeps what names people; by default it is masked
  --json             one line of JSON instead of words
  --help             this

  npm run replay -- --diff FILE FILE   where two logs part

exit codes
  0  everything agrees; what was asked for was told; an expression never came true
  1  a difference, something broken, a reducer that throws, nothing at the path, or an expression came true
  2  the command line is wrong, or its expression cannot be run
  3  the file is no log, or was cut: what was whole is told all the same
  4  it took more memory than Node may use
  130  stopped by Ctrl+C, which says how far it had come; pressed again it ends at once`

/** What the command ends with. */
export const EXIT = { agrees: 0, differs: 1, usage: 2, cut: 3, memory: 4, stopped: 130 } as const
