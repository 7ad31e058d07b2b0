<?php
// The expressions that Rocket.Chat is searched with, read by PCRE2, which its database uses as well: [expression, text, text ...] a line in, which of the texts it finds a line out; null where it is no expression.
while (($line = fgets(STDIN)) !== false) {
    [$expression, $texts] = json_decode($line);
    $found = array_map(fn ($text) => @preg_match($expression . 'u', $text), $texts);
    echo json_encode(in_array(false, $found, true) ? null : array_map('boolval', $found)), "\n";
}
