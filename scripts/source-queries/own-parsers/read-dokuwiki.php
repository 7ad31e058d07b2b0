<?php
// Reads searches as DokuWiki does, by its own code: a JSON string a line in, what it looks for a line out. The argument is a wiki's folder.
define('NOSESSION', 1);
define('DOKU_INC', $argv[1] . '/');
require_once DOKU_INC . 'inc/init.php';

while (($line = fgets(STDIN)) !== false) {
    $query = json_decode($line);
    $read = ft_queryParser(idx_get_indexer(), $query);
    $counts = array_count_values($read['parsed_ary']);
    // Of two phrases one may have been left out, and the operator with it.
    $phrases = preg_grep('/^[WP]\+:/', $read['parsed_ary']);
    $is_any = str_contains(preg_replace('/".*?"/u', '', $query), ' or ');
    if (($counts['OR'] ?? 0) !== ($is_any ? max(0, count($phrases) - 1) : 0)) $is_any = $read['parsed_ary'];
    $not = array_fill(0, $counts['NOT'] ?? 0, 'NOT');
    echo json_encode([
        'texts' => $read['highlight'],
        'rest' => [
            'namespaces' => $read['ns'],
            'without' => array_merge($read['not'], $read['notns'], $not),
            'isAny' => $is_any,
        ],
    ], JSON_THROW_ON_ERROR), "\n";
}
