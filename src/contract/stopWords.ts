/** Words a question does not search for (compared before stemming). Part of the contract. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above actually after again against ain all also am an and any anybody anyone ' +
    'anything are aren as at be because been before being below between both but by can could ' +
    'couldn did didn do does doesn doing don down during each even ever everybody everyone ' +
    'few for from further get gets had hadn has hasn have haven having he her here hers him ' +
    'his how i if in into is isn it its itself just let like may me might more most must my ' +
    'need no nobody nor not now of off on once one ones only or other ought our ours out over ' +
    'own please really same shall she should shouldn so some somebody someone something still ' +
    'such than that the their theirs them then there these they thing things this those ' +
    'through to too under until up us very want was wasn way ways we were weren what when ' +
    'where which while who whom why will with won would wouldn yet you your yours'
  ).split(' '),
);
